// Flags and environment of the server. One malloc arena and a small young generation save a third of the memory at rest.
// Earlier garbage collection saves a third of the heap under heavy load. Large buffers are returned to the system when
// they are freed; by default, glibc keeps them after the first one.
export const frugalFlags = ['--max-semi-space-size=2', '--v8-pool-size=1', '--heap-growing-percent=40']
export const frugalEnvironment = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: String(1024 * 1024) }
