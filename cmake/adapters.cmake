# Adapters of other virtual machines (docs/protocol.md): programs of their own. adapters/common is what those in C share.
file(GLOB adapter_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/adapters/common/*.c)
file(GLOB adapter_tests CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/adapters/common/*_test.c)
list(REMOVE_ITEM adapter_sources ${adapter_tests})
add_library(adapters STATIC ${adapter_sources})
target_link_libraries(adapters PUBLIC base PkgConfig::jansson)
foreach(test ${adapter_tests})
    add_check_program(${test} adapters)
endforeach()

# HotSpot's log of its compilers is read without a JVM.
set(hotspot ${CMAKE_SOURCE_DIR}/adapters/hotspot)
add_library(hotspot_log STATIC ${hotspot}/hidden_names.c ${hotspot}/log_element.c ${hotspot}/compilation_log.c ${hotspot}/log_reader.c
    ${hotspot}/ideal_graph.c ${hotspot}/kept.c ${hotspot}/graph_loops.c ${hotspot}/loops.c ${hotspot}/bytecode_loops.c)
target_link_libraries(hotspot_log PUBLIC base classfile PkgConfig::jansson)
add_check_program(${hotspot}/log_reader_test.c hotspot_log)
add_check_program(${hotspot}/kept_test.c hotspot_log)
add_check_program(${hotspot}/loops_test.c hotspot_log)

# The adapter needs the headers of JNI and JVMTI. They are found by JAVA_HOME, or by the java on the PATH.
find_program(JAVA_PROGRAM java)
if(JAVA_PROGRAM)
    file(REAL_PATH ${JAVA_PROGRAM} java)
    get_filename_component(java_home ${java} DIRECTORY)
    get_filename_component(java_home ${java_home} DIRECTORY)
endif()
find_path(JVMTI_INCLUDE jvmti.h PATHS $ENV{JAVA_HOME}/include ${java_home}/include NO_DEFAULT_PATH)
if(JVMTI_INCLUDE)
    set(whitebox ${CMAKE_BINARY_DIR}/whitebox)
    add_custom_command(OUTPUT ${CMAKE_BINARY_DIR}/whitebox_image.c
        COMMAND ${CMAKE_COMMAND} -E rm -rf ${whitebox}
        COMMAND ${CMAKE_COMMAND} -E make_directory ${whitebox}
        COMMAND javasub -cp ${classlib} -d ${whitebox} ${hotspot}/java/jdk/test/whitebox/WhiteBox.java
        COMMAND pack_classes ${CMAKE_BINARY_DIR}/whitebox_image.c ${whitebox}
        DEPENDS javasub pack_classes ${CMAKE_BINARY_DIR}/class_image.c ${hotspot}/java/jdk/test/whitebox/WhiteBox.java
        COMMENT "Compiling what the HotSpot adapter asks the JVM with" VERBATIM)
    file(GLOB hotspot_sources CONFIGURE_DEPENDS ${hotspot}/*.c)
    list(FILTER hotspot_sources EXCLUDE REGEX "/(hidden_names|log_element|compilation_log|log_reader|ideal_graph|kept|graph_loops|loops|bytecode_loops)\\.c$|_test\\.c$")
    add_executable(jittest-hotspot ${hotspot_sources} ${CMAKE_BINARY_DIR}/whitebox_image.c)
    target_link_libraries(jittest-hotspot PRIVATE adapters hotspot_log ${CMAKE_DL_LIBS})
    target_include_directories(jittest-hotspot SYSTEM PRIVATE ${JVMTI_INCLUDE} ${JVMTI_INCLUDE}/linux)
    set_target_properties(jittest-hotspot PROPERTIES ENABLE_EXPORTS ON) # the JVM finds its agent there
    add_dependencies(jittest jittest-hotspot)
    if(NOT JITTEST_SANITIZE) # the JVM handles signals that sanitizers want
        add_test(NAME hotspot_adapter COMMAND ${CMAKE_SOURCE_DIR}/tests/hotspot_adapter_test.sh
            $<TARGET_FILE:jittest-hotspot> $<TARGET_FILE:javasub> ${classlib} ${CMAKE_BINARY_DIR}/hotspot_adapter)
        add_test(NAME adapter_hotspot COMMAND ${CMAKE_SOURCE_DIR}/tests/adapters_test.sh ${CMAKE_SOURCE_DIR}
            hotspot java $<TARGET_FILE:jittest-hotspot>)
        set_tests_properties(hotspot_adapter adapter_hotspot PROPERTIES SKIP_RETURN_CODE 77)
    endif()
else()
    message(STATUS "no jvmti.h: the adapter of HotSpot, jittest-hotspot, is not built (it needs a JDK, such as openjdk-17-jdk-headless)")
endif()
