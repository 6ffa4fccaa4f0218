import { storage } from '../storage.ts'

/** Returns the path at which this tab last left for another site (`leave-site.ts`), or undefined. */
export const leftAt = (): string | undefined =>
  /^\/(?!\/).*$/.exec(storage('sessionStorage')?.getItem('left') ?? '')?.[0]
