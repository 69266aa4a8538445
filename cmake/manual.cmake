# eyehand_manual(PROGRAM COMPONENT): installs its manual pages, which it writes itself, and the completions of its
# command line for bash, zsh and fish, which ask it.
function(eyehand_manual PROGRAM COMPONENT)
  set(folder ${CMAKE_BINARY_DIR}/manual/${PROGRAM})
  add_custom_command(
    OUTPUT ${folder}.stamp
    COMMAND ${CMAKE_COMMAND} -E rm -rf ${folder}
    COMMAND ${PROGRAM} --manual ${folder}
    COMMAND gzip -9nr ${folder}
    COMMAND ${CMAKE_COMMAND} -E touch ${folder}.stamp
    DEPENDS ${PROGRAM} VERBATIM)
  add_custom_target(${PROGRAM}-manual ALL DEPENDS ${folder}.stamp)
  add_dependencies(programs ${PROGRAM}-manual)
  if(NOT PROGRAM STREQUAL eyehand-watch)  # whose page would have the name of that of `eyehand watch`
    install(DIRECTORY ${folder}/ DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT ${COMPONENT})
  endif()

  set(program ${PROGRAM})
  string(MAKE_C_IDENTIFIER ${PROGRAM} function)
  set(bash bash-completion/completions/${PROGRAM})
  # Debian's zsh looks into the second folder instead of the first.
  set(zsh zsh/site-functions/_${PROGRAM} zsh/vendor-completions/_${PROGRAM})
  set(fish fish/vendor_completions.d/${PROGRAM}.fish)
  foreach(shell bash zsh fish)
    set(file ${CMAKE_BINARY_DIR}/completions/${PROGRAM}.${shell})
    configure_file(${CMAKE_SOURCE_DIR}/manual/completions/${shell}.in ${file} @ONLY)
    foreach(place ${${shell}})
      get_filename_component(name ${place} NAME)
      get_filename_component(place ${place} DIRECTORY)
      install(FILES ${file} DESTINATION ${CMAKE_INSTALL_DATADIR}/${place} RENAME ${name}
              COMPONENT ${COMPONENT})
    endforeach()
  endforeach()
endfunction()
