# SPDX-License-Identifier: GPL-3.0-or-later
# Copyright (c) 2026 The Vertumnus developers

# Adds the games and the pieces of Vertumnus to Cute Chess. To be included at the end of its CMakeLists.txt.

set(vertumnus_target ${CMAKE_CURRENT_LIST_DIR}/../../target)
if(MSVC)
	set(vertumnus_link_name vertumnus.dll.lib)
elseif(WIN32)
	set(vertumnus_link_name libvertumnus.dll.a)
else()
	set(vertumnus_link_name ${CMAKE_SHARED_LIBRARY_PREFIX}vertumnus${CMAKE_SHARED_LIBRARY_SUFFIX})
endif()
set(VERTUMNUS_LIBRARY ${vertumnus_target}/library/${vertumnus_link_name}
	CACHE FILEPATH "The rules library of Vertumnus")

set(VERTUMNUS_RULES "" CACHE STRING "Files with games of your own, separated by ;")

# Nothing refers to the board, which registers itself, so a linker would leave it out of a library.
target_sources(lib INTERFACE ${CMAKE_CURRENT_LIST_DIR}/vertumnusboard.cpp)
target_link_libraries(lib ${VERTUMNUS_LIBRARY})

# The files of which games are loaded if the environment names no others.
if(VERTUMNUS_RULES)
	set(vertumnus_files ${VERTUMNUS_RULES})
	if(NOT WIN32)
		string(REPLACE ";" ":" vertumnus_files "${vertumnus_files}")
	endif()
	file(WRITE ${CMAKE_BINARY_DIR}/vertumnus/vertumnusfiles.h
		"#define BUILT_IN_FILES R\"(${vertumnus_files})\"\n")
	target_include_directories(lib INTERFACE ${CMAKE_BINARY_DIR}/vertumnus)
endif()

# Only the window draws pieces.
target_sources(gui PRIVATE ${CMAKE_CURRENT_LIST_DIR}/vertumnuswindow.cpp)
