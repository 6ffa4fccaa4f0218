/** Wraps each call of an API. The wrapper receives the call with its arguments bound, and may repeat it. */
export function wrapCalls<Api extends object>(api: Api, wrap: (call: () => Promise<unknown>) => Promise<unknown>): Api {
  const calls = Object.entries(api) as [string, (...args: unknown[]) => Promise<unknown>][]
  return Object.fromEntries(
    calls.map(([name, call]) => [name, (...args: unknown[]) => wrap(() => call(...args))]),
  ) as Api
}
