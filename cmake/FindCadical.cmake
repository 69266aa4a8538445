# CaDiCaL, the SAT solver: the target Cadical::Cadical. Debian's package has no CMake file of its own.
find_path(Cadical_INCLUDE_DIR cadical.hpp)
find_library(Cadical_LIBRARY cadical)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Cadical REQUIRED_VARS Cadical_LIBRARY Cadical_INCLUDE_DIR)
if(Cadical_FOUND AND NOT TARGET Cadical::Cadical)
  add_library(Cadical::Cadical UNKNOWN IMPORTED)
  set_target_properties(Cadical::Cadical PROPERTIES
    IMPORTED_LOCATION ${Cadical_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${Cadical_INCLUDE_DIR})
endif()
