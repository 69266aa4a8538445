# The functions that scripts/test and scripts/check share. Each check and each test case counts; `report`
# prints how long each step took, what was left out and why, and "N passed, N failed".

passed=0 failed=0 skipped=0 failures=() unsteady=() times=() omissions=() cases=()
jobs=$(nproc)

took() { # took NAME SINCE
  times+=("$(printf '%5d s  %s' $((SECONDS - $2)) "$1")")
}

left_out() { # left_out WHAT-AND-WHY
  omissions+=("$1")
}

check() { # check NAME COMMAND...: counts as one
  local name=$1 start=$SECONDS status=0
  shift
  echo
  echo "== $name"
  "$@" || status=1
  took "$name" "$start"
  if [[ $status -eq 0 ]]; then
    ((++passed))
  else
    ((++failed))
    failures+=("$name")
  fi
  return "$status"
}

format() { # format COMMAND...: of the files whose names the command prints, zero-terminated
  "$@" | xargs -0 -r -n 40 -P "$jobs" clang-format --dry-run --Werror
}

check_format() { # check_format NAME COMMAND...: as format, by the version that formatted the tree
  local name=$1 version
  shift
  version=$(clang-format --version 2>/dev/null | grep -oE 'version [0-9]+' | grep -oE '[0-9]+')
  if [[ $version == 14 ]]; then
    check "$name" format "$@"
  else
    left_out "$name, because clang-format here is version ${version:-unknown}; the tree follows version 14"
  fi
}

configure() { # configure PRESET OPTIONS...
  mkdir -p build
  cmake --preset "$@" >"build/$1.configure.log" 2>&1 || {
    cat "build/$1.configure.log"
    return 1
  }
}

build() { # build PRESET [TARGETS...]: everything if no targets are given
  configure "$1" -DEYEHAND_WERROR=ON -DEYEHAND_PUBLISHED="${EYEHAND_PUBLISHED:-}" &&
    cmake --build --preset "$1" ${2:+--target "${@:2}"}
}

# Without a writable folder, ccache would fail every compilation. By default it does not serve files that use
# a precompiled header, and copies of the tree share nothing.
use_ccache() { # use_ccache [TREE]
  local folder
  folder=$(ccache --get-config cache_dir 2>/dev/null) && mkdir -p "$folder" 2>/dev/null &&
    [[ -w $folder ]] && export CMAKE_CXX_COMPILER_LAUNCHER=ccache \
    CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime \
    CCACHE_BASEDIR=${1:-$PWD} CCACHE_NOHASHDIR=1
}

tests() { # tests NAME PRESET CTEST-OPTIONS...: counts every test case
  local name=$1 preset=$2 start=$SECONDS bad
  shift 2
  echo
  echo "== $name"
  run_tests "$preset" "$@"
  if [[ ${#cases[@]} -eq 0 ]]; then
    ((++failed))
    failures+=("$name: no tests were run")
    return 1
  fi
  mapfile -t bad < <(those_that failed)
  ((passed += $(those_that passed | wc -l), skipped += $(those_that skipped | wc -l)))
  if [[ ${#bad[@]} -gt 0 && $preset == release ]]; then
    local first=("${bad[@]}")
    once_more "$preset" "$@"
    mapfile -t bad < <(printf '%s\n' "${first[@]}" | grep -vxFf <(those_that passed))
    ((passed += ${#first[@]} - ${#bad[@]}))
    unsteady+=("${first[@]}")
  fi
  ((failed += ${#bad[@]}))
  failures+=("${bad[@]/#/$name: }")
  took "$name" "$start"
}

run_tests() { # run_tests PRESET CTEST-OPTIONS...: sets cases, see list_cases
  local preset=$1 report=$PWD/build/$1.tests.xml all=100000000
  shift
  rm -f "$report"
  ctest --preset "$preset" --no-tests=error --output-junit "$report" \
    --test-output-size-passed "$all" --test-output-size-failed "$all" "$@"
  mapfile -t cases < <(list_cases "$report")
}

# list_cases REPORT: "passed NAME", "failed NAME" or "skipped NAME" for each case that GoogleTest
# reports, whether a CTest test runs one of them or many. A case that does not end counts as failed. So does,
# under its own name, a CTest test that failed for another reason: it did not start, or it leaked.
list_cases() {
  [[ -r $1 ]] || return
  awk '
    /<testcase / {
      test = $0; sub(/.* name="/, "", test); sub(/".*/, "", test)
      status = $0; sub(/.* status="/, "", status); sub(/".*/, "", status)
      split("", seen); name = ""
    }
    /\[ RUN      \] / {
      if (name != "") end("failed")
      name = $0; sub(/.*\[ RUN      \] /, "", name)
    }
    name != "" && /\[       OK \] / { end("passed") }
    name != "" && /\[  SKIPPED \] / { end("skipped") }
    name != "" && /\[  FAILED  \] / { end("failed") }
    /<\/testcase>/ {
      if (name != "") end("failed")
      is_well = status == "run" || (status == "notrun" && seen["skipped"])
      if (!is_well && !seen["failed"]) print "failed", test
    }
    function end(result) { print result, name; name = ""; seen[result]++ }
  ' "$1"
}

those_that() { # those_that passed|failed|skipped: the names of those cases
  local case
  for case in "${cases[@]}"; do [[ $case != "$1 "* ]] || echo "${case#* }"; done
}

# Programs and X servers run side by side, and some tests count clicks, of which a busy machine may need
# more. Tests that fail are run once more with the machine to themselves; that result counts, and `report`
# names them.
once_more() { # once_more PRESET CTEST-OPTIONS...: sets cases
  [[ -z ${background:-} ]] || wait "$background" 2>/dev/null
  echo
  echo "== once more, alone"
  # CTest identifies them by numbers that depend on its options.
  run_tests "$@" --parallel 1 --rerun-failed
}

report() {
  local line
  echo
  for line in "${failures[@]}"; do echo "FAILED: $line"; done
  for line in "${unsteady[@]}"; do echo "Failed beside others and was repeated alone: $line"; done
  [[ $skipped -eq 0 ]] || echo "$skipped skipped"
  printf '%s\n' "${times[@]}"
  for line in "${omissions[@]}"; do echo "Left out: $line"; done
  echo "$passed passed, $failed failed"
  [[ $failed -eq 0 ]]
}
