/* bayplan_unstable.h: the part of the C interface that still moves. What is here may change without
 * a new ABI number; the conventions are those of bayplan.h.
 *
 *  - Fitness calculators: today one call per job and node; a call per job and block of nodes, with
 *    an upper bound per block, is to take its place.
 *  - The layout text: its form suits tests and bindings, and nothing else.
 */

#ifndef BAYPLAN_BAYPLAN_UNSTABLE_H_
#define BAYPLAN_BAYPLAN_UNSTABLE_H_

#include "bayplan/bayplan.h"

#ifdef __cplusplus
extern "C" {
#endif

/* What a calculator may look at. */
typedef struct bayplan_fitness_input {
  size_t size;
  bayplan_str job;
  bayplan_str node;
  bayplan_resources request;
  bayplan_resources used; /* by everybody, assignments of the present cycle included */
  bayplan_resources capacity;
} bayplan_fitness_input;

#define BAYPLAN_FITNESS_SCORED 0
#define BAYPLAN_FITNESS_REFUSED 1

typedef struct bayplan_fitness {
  size_t size;
  bayplan_str name; /* as the configuration has it */
  void* user_data;  /* lives longer than the engine */
  /* BAYPLAN_FITNESS_SCORED with a finite number in `score`, from 0 (worst) to 1 (best);
   * BAYPLAN_FITNESS_REFUSED if the job must not go there; a negative bayplan_code ends the cycle
   * with that error. It must be a pure function of the input, or cycles cannot be repeated. */
  int (*score)(void* user_data, const bayplan_fitness_input* input, double* score);
} bayplan_fitness;

/* One line per struct with a size or used in one: its name, its sizeof, and each field with its
 * offset: "bayplan_str 16 data@0 len@8". Bindings compare it with their own idea of the structs. */
BAYPLAN_API bayplan_error* bayplan_abi_layout(bayplan_bytes** out);

#ifdef __cplusplus
} /* extern "C" */
#endif

#endif /* BAYPLAN_BAYPLAN_UNSTABLE_H_ */
