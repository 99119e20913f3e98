#ifndef backends_cpu_kernels_CodeletLengths_h
#define backends_cpu_kernels_CodeletLengths_h
/** Lengths that codelets are instantiated for, as SliceLayout.cxx splits sizes: the first factor is a short one, for columns a multiple of
 * 8; the second one is any. */
#define FOR_BLOCK_LENGTHS(apply) apply(8) apply(16) apply(24) apply(32)
#define FOR_SHORT_LENGTHS(apply)                                                                                                           \
  apply(4) apply(5) apply(6) apply(9) apply(10) apply(12) apply(15) apply(18) apply(20) apply(25) apply(27) apply(30)                      \
    FOR_BLOCK_LENGTHS(apply)
#define FOR_LONG_LENGTHS(apply) apply(36) apply(40) apply(48) apply(64)
#define FOR_ALL_LENGTHS(apply) FOR_SHORT_LENGTHS(apply) FOR_LONG_LENGTHS(apply)
#endif
