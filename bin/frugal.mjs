// How the server is run: one arena and a small nursery keep it at rest a third smaller.
export const frugalFlags = ['--max-semi-space-size=2', '--v8-pool-size=1']
export const frugalEnvironment = { MALLOC_ARENA_MAX: '1' }
