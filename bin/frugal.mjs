// Flags and environment of the server. One malloc arena and a small young generation save a third of the memory at rest.
// Earlier garbage collection saves a third of the heap under heavy load. It needs the default number of threads: with one
// thread, marking cannot keep up with a server that is busy. Large buffers are returned to the system when they are freed;
// by default, glibc keeps them after the first one.
export const frugalFlags = ['--max-semi-space-size=2', '--heap-growing-percent=30']
export const frugalEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) }
