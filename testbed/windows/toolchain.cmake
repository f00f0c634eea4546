# Windows on x86_64, by Debian's mingw-w64; what gcc brings is linked into each module.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR AMD64)
set(CMAKE_C_COMPILER x86_64-w64-mingw32-gcc-posix)
set(CMAKE_CXX_COMPILER x86_64-w64-mingw32-g++-posix)
set(CMAKE_CXX_FLAGS_INIT "-Wno-restrict")  # gcc 12 sees faults in its own std::string
set(CMAKE_MODULE_LINKER_FLAGS_INIT "-static -s")
set(CMAKE_SHARED_MODULE_SUFFIX ".pyd")
