import { useApi } from '#platform/pages/page.tsx'
import type { DeskApi } from '../contract.ts'

export function useUndo(): (operationId: number) => () => Promise<unknown> {
  const api = useApi<DeskApi>()
  return (operationId) => () => api.undoOperation({ operation_id: operationId })
}
