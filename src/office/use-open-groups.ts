import { useState } from 'react'
import { getStorage, saveToStorage } from '#platform/storage.ts'
import type { NavigationGroup } from './navigation.ts'

type GroupName = NavigationGroup['name']

const STORAGE_KEY = 'office-groups'
/** The groups of daily work are open until the user closes them. */
const defaultOpenGroups: readonly GroupName[] = ['desk', 'sales']

/** The open groups of the navigation. This browser remembers them. */
export function useOpenGroups() {
  const [openGroups, setOpenGroups] = useState(readOpenGroups)
  return {
    isOpen: (name: GroupName) => openGroups.includes(name),
    toggle(name: GroupName) {
      const changed = openGroups.includes(name) ? openGroups.filter((other) => other !== name) : [...openGroups, name]
      setOpenGroups(changed)
      saveToStorage('localStorage', STORAGE_KEY, JSON.stringify(changed))
    },
  }
}

function readOpenGroups(): readonly GroupName[] {
  const storedText = getStorage('localStorage')?.getItem(STORAGE_KEY)
  return storedText ? (JSON.parse(storedText) as GroupName[]) : defaultOpenGroups
}
