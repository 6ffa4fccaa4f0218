import { useApi } from '#platform/pages/page.tsx'
import type { DeskApi } from '../contract.ts'

/** The way back from an act at the desk. */
export function useUndo(): (act: number) => () => Promise<unknown> {
  const api = useApi<DeskApi>()
  return (act) => () => api.undoAct({ act })
}
