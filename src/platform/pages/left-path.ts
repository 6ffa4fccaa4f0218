import { getStorage } from '../storage.ts'

/** Returns the path that this tab showed when it last went to another site (`leave-site.ts`), or undefined. */
export const readLeftPath = (): string | undefined =>
  /^\/(?!\/).*$/.exec(getStorage('sessionStorage')?.getItem('left') ?? '')?.[0]
