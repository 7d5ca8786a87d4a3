# Runs bin/pretrain as a user would: a run that is taken up again ends with the weights of one that was not
# broken off, the folder opens, and wrong input gets one sentence.
#   cmake -D PRETRAIN=… -D LEARN_MODELS=… -D DATA=… -D SCRATCH=… -P pretrain.cmake

file(REMOVE_RECURSE ${SCRATCH})
file(MAKE_DIRECTORY ${SCRATCH})

set(ENV{OMP_NUM_THREADS} 1)  # other tests run beside this one; the bits are the same
set(CONFIG ${DATA}/models/king_james/config.json)

function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE code OUTPUT_VARIABLE text ERROR_VARIABLE text)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "${ARGV} ended with ${code}: ${text}")
  endif()
  set(text "${text}" PARENT_SCOPE)
endfunction()

function(must_refuse sentence)
  execute_process(COMMAND ${PRETRAIN} ${ARGN} RESULT_VARIABLE code OUTPUT_QUIET ERROR_VARIABLE text)
  if(NOT code EQUAL 1 OR NOT text MATCHES "^[^\n]*${sentence}[^\n]*\n$")
    message(FATAL_ERROR "pretrain ${ARGN} ended with ${code} and did not say \"${sentence}\": ${text}")
  endif()
endfunction()

foreach(name IN ITEMS unbroken resumed)
  file(COPY_FILE ${DATA}/text/king_james.txt ${SCRATCH}/${name}.txt)
endforeach()
run(${PRETRAIN} ${CONFIG} ${SCRATCH}/unbroken.txt ${SCRATCH}/unbroken 3)
if(NOT text MATCHES "step 3/3.*held-out loss [0-9.]+, nats per character\n$")
  message(FATAL_ERROR "pretrain showed no progress or no held-out loss: ${text}")
endif()
run(${PRETRAIN} ${CONFIG} ${SCRATCH}/resumed.txt ${SCRATCH}/resumed 3)
run(${PRETRAIN} ${CONFIG} ${SCRATCH}/resumed.txt ${SCRATCH}/resumed 3)
foreach(file IN ITEMS config.json model.safetensors tokenizer.json)
  file(SHA256 ${SCRATCH}/unbroken/${file} want)
  file(SHA256 ${SCRATCH}/resumed/${file} got)
  if(NOT got STREQUAL want)
    message(FATAL_ERROR "${file} of the resumed run differs from that of the unbroken one")
  endif()
endforeach()
# The letters are those of the model that comes with the course.
file(SHA256 ${DATA}/models/king_james/tokenizer.json want)
file(SHA256 ${SCRATCH}/unbroken/tokenizer.json got)
if(NOT got STREQUAL want)
  message(FATAL_ERROR "tokenizer.json is not that of data/models/king_james")
endif()
run(${LEARN_MODELS} model ${SCRATCH}/unbroken --text "And God said" --generate 3)

file(WRITE ${SCRATCH}/short.txt "three words only")
must_refuse("usage: pretrain CONFIG FILE FOLDER")
must_refuse("usage: pretrain CONFIG FILE FOLDER" ${CONFIG} ${SCRATCH}/unbroken.txt)
must_refuse("STEPS is a whole number" ${CONFIG} ${SCRATCH}/unbroken.txt ${SCRATCH}/m many)
must_refuse("none.txt: cannot be opened: No such file" ${CONFIG} ${SCRATCH}/none.txt ${SCRATCH}/m)
must_refuse("none.json" ${SCRATCH}/none.json ${SCRATCH}/unbroken.txt ${SCRATCH}/m)
must_refuse("the text has 14 characters.* and vocab_size is 63" ${CONFIG} ${SCRATCH}/short.txt ${SCRATCH}/m)
