import { getStorage } from '../storage.ts'

/** Returns the path at which this tab last left for another site (`leave-site.ts`), or undefined. */
export const readLeftPath = (): string | undefined =>
  /^\/(?!\/).*$/.exec(getStorage('sessionStorage')?.getItem('left') ?? '')?.[0]
