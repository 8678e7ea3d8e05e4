/* The few words that a test in C needs. */

#ifndef BAYPLAN_TESTS_CAPI_CHECK_H_
#define BAYPLAN_TESTS_CAPI_CHECK_H_

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bayplan/bayplan.h"

#define CHECK(condition)                                                            \
  do {                                                                              \
    if (!(condition)) {                                                             \
      fprintf(stderr, "%s:%d: CHECK(%s) failed\n", __FILE__, __LINE__, #condition); \
      exit(1);                                                                      \
    }                                                                               \
  } while (0)

/* The call succeeds; says why if it does not. */
#define OK(call)                                                                                   \
  do {                                                                                             \
    bayplan_error* error_ = (call);                                                                \
    if (error_ != NULL) {                                                                          \
      bayplan_str text_ = bayplan_error_message(error_);                                           \
      fprintf(stderr, "%s:%d: %s: %.*s\n", __FILE__, __LINE__, #call, (int)text_.len, text_.data); \
      exit(1);                                                                                     \
    }                                                                                              \
  } while (0)

/* The call fails with `code` and a message that has `part` in it. */
#define FAILS(call, code, part) check_failure((call), (code), (part), #call, __LINE__)

static inline bayplan_str str(const char* text) {
  bayplan_str result = {text, strlen(text)};
  return result;
}

static inline int equals(bayplan_str a, const char* b) {
  return a.len == strlen(b) && memcmp(a.data, b, a.len) == 0;
}

static inline int contains(bayplan_str text, const char* part) {
  size_t i, len = strlen(part);
  for (i = 0; i + len <= text.len; ++i) {
    if (memcmp(text.data + i, part, len) == 0) return 1;
  }
  return 0;
}

/* Row `i` of a string column. */
static inline bayplan_str cell(bayplan_str_column column, size_t i) {
  bayplan_str result = {column.bytes + column.offsets[i],
                        column.offsets[i + 1] - column.offsets[i]};
  return result;
}

static inline void check_failure(bayplan_error* error, bayplan_code code, const char* part,
                                 const char* call, int line) {
  bayplan_str text = bayplan_error_message(error);
  if (bayplan_error_code(error) != code || !contains(text, part)) {
    fprintf(stderr, "line %d: %s gave code %u \"%.*s\"; wanted code %u with \"%s\"\n", line, call,
            bayplan_error_code(error), (int)text.len, text.data, code, part);
    exit(1);
  }
  bayplan_error_destroy(error);
}

#endif /* BAYPLAN_TESTS_CAPI_CHECK_H_ */
