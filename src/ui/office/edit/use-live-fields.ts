import { useState, type ChangeEvent } from 'react'
import { useTranslator } from '#platform/pages/page.tsx'
import { describeValue } from '../describe-changes.ts'

/** A value that the user has entered, and the stored value that it replaces. */
interface Entry {
  value: string
  replaced: string
}

/**
 * The fields of a form on a live page. Fields that the user has edited keep their input, and all others follow the
 * stored record. If another user changes an edited field meanwhile, a hint shows the stored value. The fields are
 * named as in the log.
 * @param proposedValues Values with which the form starts as if the user had entered them.
 */
export function useLiveFields<Name extends string>(
  storedValues: Readonly<Record<Name, string>>,
  proposedValues?: Readonly<Partial<Record<Name, string>>>,
) {
  const translator = useTranslator()
  const [entries, setEntries] = useState<ReadonlyMap<Name, Entry>>(() => {
    const names = listNames(storedValues).filter((name) => proposedValues?.[name] !== undefined)
    return new Map(names.map((name) => [name, { value: proposedValues![name]!, replaced: storedValues[name] }]))
  })
  const getValue = (name: Name) => entries.get(name)?.value ?? storedValues[name]
  const enterValue = (name: Name, value: string) =>
    setEntries((previous) => {
      const nextFields = new Map(previous)
      if (value === storedValues[name]) nextFields.delete(name)
      else nextFields.set(name, { value, replaced: previous.get(name)?.replaced ?? storedValues[name] })
      return nextFields
    })
  function findHint(name: Name): string | undefined {
    const entry = entries.get(name)
    if (!entry || [entry.value, entry.replaced].includes(storedValues[name])) return undefined
    return translator.t('edit.changed_meanwhile', { value: describeValue(name, storedValues[name], translator) })
  }
  return {
    values: Object.fromEntries(listNames(storedValues).map((name) => [name, getValue(name)])) as Record<Name, string>,
    isEdited: (name: Name) => entries.has(name),
    /** Drops the input, after it was saved. */
    reset: () => setEntries(new Map()),
    field: (name: Name) => ({
      name,
      value: getValue(name),
      hint: findHint(name),
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement & HTMLSelectElement>) =>
        enterValue(name, currentTarget.value),
    }),
  }
}

const listNames = <Name extends string>(record: Readonly<Record<Name, string>>) => Object.keys(record) as Name[]
