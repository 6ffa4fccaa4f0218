import { storage } from '../storage.ts'

/** Where this tab was left last for another site (`leaving.ts`); a path of ours. Undefined where it never was. */
export const leftAt = (): string | undefined =>
  /^\/(?!\/).*$/.exec(storage('sessionStorage')?.getItem('left') ?? '')?.[0]
