import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { useToast } from '../toast.tsx'
import { useOffice } from './office-context.ts'

interface OrderedItems<Item> {
  data: readonly Item[]
  /** The version of the order. A save is rejected if another user has changed the order since. */
  version?: number
}

/**
 * Saves the order after a move, one save at a time. Of several quick moves, only the last order is saved. The page
 * shows the latest requested order.
 */
export function useOrder<Item extends { id: number | string }>(
  { data: items, version = 0 }: OrderedItems<Item>,
  save: (ids: Item['id'][], version: number) => Promise<OrderedItems<Item>>,
) {
  const { t } = useTranslator()
  const office = useOffice()
  const showToast = useToast()
  const [requestedIds, setRequestedIds] = useState<readonly Item['id'][] | null>(null)
  const lastSave = useRef<Promise<unknown>>(Promise.resolve())
  const moveCount = useRef(0)
  const latestVersion = useRef(version)
  useLayoutEffect(() => {
    latestVersion.current = version
  }, [version])
  const isCurrent = requestedIds?.length === items.length && items.every(({ id }) => requestedIds.includes(id))
  const orderedItems = isCurrent ? requestedIds.map((id) => items.find((item) => item.id === id)!) : items

  function saveOrder(nextItems: readonly Item[]) {
    const ids = nextItems.map(({ id }) => id)
    const moveNumber = ++moveCount.current
    setRequestedIds(ids)
    lastSave.current = lastSave.current.then(async () => {
      // Only the last of several quick moves is saved.
      if (moveNumber !== moveCount.current) return
      try {
        const savedOrder = await save(ids, latestVersion.current)
        latestVersion.current = savedOrder.version ?? 0
        office.show(savedOrder)
        if (moveNumber === moveCount.current) showToast(t('order.saved'))
      } catch {
        setRequestedIds(null)
        showToast(t('order.failed'))
        office.refresh()
      }
    })
  }
  return [orderedItems, saveOrder] as const
}
