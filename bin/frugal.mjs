// Flags and environment of the server. One malloc arena and a small young generation save a third of the memory at
// rest. Earlier garbage collection saves a third of the heap under heavy load. V8 keeps its default number of marking
// threads, because one thread is too slow for a busy server. The threshold makes glibc return larger freed buffers to
// the system. By default, glibc raises the threshold when the first such buffer is freed.
export const frugalFlags = ['--max-semi-space-size=2', '--heap-growing-percent=25']
export const frugalEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) }
