# Fails if an object in ARCHIVE needs a symbol of the outside world; names the object and the symbol.
#   cmake -DNM=nm -DARCHIVE=libbayplan.a -P check.cmake
cmake_policy(SET CMP0057 NEW)

# Per kind: C names, compared whole, and expressions for demangled C++ names, anchored at the start.
set(kinds clock thread sleep file socket environment randomness output process)
set(clock_names clock clock_gettime time timespec_get gettimeofday times ftime localtime localtime_r
    mktime tzset)
set(clock_patterns "std::chrono::.*::now" "absl::.*Now$" "absl::.*GetCurrentTimeNanos")
set(thread_names pthread_create thrd_create)
set(thread_patterns "std::thread" "std::jthread" "std::__future_base")
set(sleep_names sleep usleep nanosleep clock_nanosleep thrd_sleep sched_yield pthread_cond_wait
    pthread_cond_timedwait pthread_cond_clockwait)
set(sleep_patterns "std::this_thread" "std::condition_variable" "AbslInternalSleepFor")
set(file_names open openat creat fopen freopen fdopen tmpfile mkstemp close read pread write pwrite
    fread fgets gets getline fgetc getc getchar scanf fscanf stdin mmap stat fstat lstat statx access
    unlink rename remove mkdir rmdir opendir readdir)
set(file_patterns "std::basic_(filebuf|[io]?fstream)" "(vtable|VTT) for std::basic_(filebuf|[io]?fstream)"
    "std::filesystem" "std::w?cin$")
set(socket_names socket connect bind listen accept accept4 send sendto sendmsg recv recvfrom recvmsg
    getaddrinfo gethostbyname gethostname poll ppoll select epoll_create1 epoll_wait)
set(socket_patterns "curl_")
set(environment_names getenv secure_getenv setenv putenv unsetenv environ getpid getuid getcwd uname
    sysconf sysinfo getauxval setlocale)
set(environment_patterns)
set(randomness_names rand srand rand_r random srandom drand48 lrand48 mrand48 getrandom getentropy
    arc4random)
set(randomness_patterns "std::random_device" "absl::.*random_internal")
set(output_names stdout puts putchar putc printf vprintf syslog)
set(output_patterns "std::w?cout$" "fmt::.*::v?print$")
set(process_names system popen fork vfork posix_spawn execl execv execve execvp exit _exit _Exit
    quick_exit signal sigaction raise kill dlopen)
set(process_patterns)

execute_process(COMMAND "${NM}" -A -C --undefined-only "${ARCHIVE}"
  OUTPUT_VARIABLE listing RESULT_VARIABLE result ERROR_QUIET)
string(REPLACE ";" "," listing "${listing}")
# Brackets would keep a line from being one element of a list.
string(REPLACE "[" "<" listing "${listing}")
string(REPLACE "]" ">" listing "${listing}")
string(REGEX MATCHALL "[^\n]+" lines "${listing}")
list(LENGTH lines count)
if(NOT result EQUAL 0 OR count EQUAL 0)
  message(FATAL_ERROR "${NM} lists no undefined symbol in ${ARCHIVE}")
endif()

# Sets `result` to a symbol's name without arguments and without the marks of large files,
# fortified calls and C standards: __read_chk, open64 and __isoc23_scanf are read, open and scanf.
function(plain_name symbol result)
  string(REGEX REPLACE "<abi:[^>]*>" "" name "${symbol}")
  string(REGEX REPLACE "\\(.*$|@.*$" "" name "${name}")
  string(REGEX REPLACE "^__isoc[0-9]+_" "" name "${name}")
  string(REGEX REPLACE "^__(.*)_(chk|2)$" "\\1" name "${name}")
  string(REGEX REPLACE "^([a-z]+)(64|_unlocked)$" "\\1" name "${name}")
  set(${result} "${name}" PARENT_SCOPE)
endfunction()

set(found)
foreach(line IN LISTS lines)
  if(NOT line MATCHES "[:/]([^:/]+\\.o): +[UwWvV] (.+)$")
    continue()
  endif()
  set(object "${CMAKE_MATCH_1}")
  set(symbol "${CMAKE_MATCH_2}")
  plain_name("${symbol}" name)
  foreach(kind IN LISTS kinds)
    set(forbidden FALSE)
    if(name IN_LIST ${kind}_names)
      set(forbidden TRUE)
    endif()
    foreach(pattern IN LISTS ${kind}_patterns)
      if(name MATCHES "^${pattern}")
        set(forbidden TRUE)
      endif()
    endforeach()
    if(forbidden)
      message("${object} needs ${symbol} (${kind})")
      list(APPEND found ${kind})
    endif()
  endforeach()
endforeach()

if(found)
  list(REMOVE_DUPLICATES found)
  list(SORT found)
  list(JOIN found " " found)
  message("forbidden: ${found}.")
  message(FATAL_ERROR "The core reads no clock, starts no thread and does no input or output: take "
    "what you need as an argument.")
endif()
message("${count} undefined symbols, none forbidden")
