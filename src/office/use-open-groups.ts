import { useState } from 'react'
import { getStorage, saveToStorage } from '#platform/storage.ts'
import type { NavigationGroup } from './navigation.ts'

type GroupName = NavigationGroup['name']

const STORAGE_KEY = 'office-groups'
/** The groups of daily work are open until the user closes them. */
const openByDefault: readonly GroupName[] = ['desk', 'sales']

/** The open groups of the navigation. This browser remembers them. */
export function useOpenGroups() {
  const [open, setOpen] = useState(readOpenGroups)
  return {
    isOpen: (name: GroupName) => open.includes(name),
    toggle(name: GroupName) {
      const changed = open.includes(name) ? open.filter((other) => other !== name) : [...open, name]
      setOpen(changed)
      saveToStorage('localStorage', STORAGE_KEY, JSON.stringify(changed))
    },
  }
}

function readOpenGroups(): readonly GroupName[] {
  const stored = getStorage('localStorage')?.getItem(STORAGE_KEY)
  return stored ? (JSON.parse(stored) as GroupName[]) : openByDefault
}
