# Runs bin/gpt as a user would: a run that is taken up again ends with the file and the text of one that
# was not broken off, and wrong input gets one sentence.
#   cmake -D GPT=… -D TEXT=… -D STEPS=6 -D PAUSE=2 -D SCRATCH=… -P gpt.cmake

file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})

set(ENV{OMP_NUM_THREADS} 1)  # other tests run beside this one; the bits are the same

function(run)
  execute_process(COMMAND ${GPT} ${ARGV} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "gpt ${ARGV} ended with ${code}: ${text}")
  endif()
  set(text "${text}" PARENT_SCOPE)
endfunction()

function(must_refuse sentence)
  execute_process(COMMAND ${GPT} ${ARGN} RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE text)
  if(NOT code EQUAL 1 OR NOT text MATCHES "^[^\n]*${sentence}[^\n]*\n$")
    message(FATAL_ERROR "gpt ${ARGN} ended with ${code} and did not say \"${sentence}\": ${text}")
  endif()
endfunction()

file(COPY_FILE ${TEXT} ${SCRATCH}/unbroken.txt)
file(COPY_FILE ${TEXT} ${SCRATCH}/resumed.txt)

run(${SCRATCH}/unbroken.txt ${STEPS})
if(NOT text MATCHES "step ${STEPS}/${STEPS}.*held-out loss [0-9.]+\n\n(....*)")
  message(FATAL_ERROR "gpt showed no progress, no held-out loss or no text: ${text}")
endif()
set(unbroken "${CMAKE_MATCH_1}")

run(${SCRATCH}/resumed.txt ${PAUSE})
file(SHA256 ${SCRATCH}/resumed.txt.gpt first)
run(${SCRATCH}/resumed.txt ${STEPS})
string(FIND "${text}" "${unbroken}" at)
if(at EQUAL -1)
  message(FATAL_ERROR "after a pause gpt writes another text: ${text}")
endif()
file(SHA256 ${SCRATCH}/unbroken.txt.gpt want)
file(SHA256 ${SCRATCH}/resumed.txt.gpt got)
if(NOT got STREQUAL want OR first STREQUAL want)
  message(FATAL_ERROR "the checkpoint of the resumed run differs from that of the unbroken one")
endif()

foreach(file IN ITEMS config.json model.safetensors tokenizer.json)
  if(NOT EXISTS ${SCRATCH}/resumed.txt.model/${file})
    message(FATAL_ERROR "gpt left no ${file}")
  endif()
endforeach()

# With too little memory, which sanitizers would not begin with. Some versions of OpenBLAS wait for ever if there
# is not enough for its own threads, so gpt must say so at one of these limits.
if(LIMITED)
  foreach(limit IN ITEMS 110000 160000 220000 280000)
    execute_process(COMMAND sh -c
        "ulimit -v ${limit}; OPENBLAS_NUM_THREADS=1 exec timeout -k 1 10 '${GPT}' '${SCRATCH}/unbroken.txt' 99"
      RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE text)
    if(code EQUAL 1 AND text MATCHES "^[^\n]*there is not enough free memory[^\n]*\n$")
      set(told TRUE)
      break()
    endif()
  endforeach()
  if(NOT told)
    message(FATAL_ERROR "gpt in ${limit} kB ended with ${code} and said: ${text}")
  endif()
endif()

file(WRITE ${SCRATCH}/short.txt "three words only")
file(WRITE ${SCRATCH}/empty.txt "")
must_refuse("usage: gpt FILE")
must_refuse("usage: gpt FILE" ${SCRATCH}/resumed.txt many)
must_refuse("usage: gpt FILE" ${SCRATCH}/resumed.txt -1)
must_refuse("none.txt: cannot be opened: No such file" ${SCRATCH}/none.txt)
must_refuse("14 ids is too short for a window of 64" ${SCRATCH}/short.txt)
must_refuse("every text is empty" ${SCRATCH}/empty.txt)
