// How far a learner is with an exercise: solved, given up, hints; and what comes next.
(function () {
  "use strict";
  const horloge = (window.horloge = window.horloge || {});

  horloge.exerciseState = {
    get: (id) => horloge.store.record("exercise." + id),
    set(id, changes) {
      horloge.store.set("exercise." + id, { ...this.get(id), ...changes });
    },
  };

  const isSolved = (exercise) => horloge.exerciseState.get(exercise.id).solved === true;
  const isRead = (lesson) => horloge.store.list("read." + lesson.topic).length >= lesson.steps;

  /**
   * What comes after an exercise, as in the terminal: the first of its lesson that is not solved, or the next
   * lesson that is not read; null when there is neither. {text, page}
   */
  horloge.afterExercise = function (id) {
    const { lessons, exercises } = horloge.course;
    const number = exercises.find((exercise) => exercise.id === id).lesson;
    const left = exercises.find((one) => one.lesson === number && one.id !== id && !isSolved(one));
    if (left) return { text: horloge.text("exercise.next", { name: left.name }), page: left.page };
    const later = lessons.find((lesson) => lesson.number > number && !isRead(lesson));
    if (!later) return null;
    return { text: horloge.text("exercise.next_lesson", { n: later.number, title: later.title }), page: later.page };
  };
})();
