import { useSyncExternalStore } from 'react'
import { readSession, signedOutSession, subscribe, type SessionState } from './session.ts'

/** The user of this tab. Nobody is signed in during server rendering and the first paint. */
export const useSession = (): SessionState => useSyncExternalStore(subscribe, readSession, () => signedOutSession)
