import { useEffect } from 'react'
import { apiNotFound } from '#platform/errors.ts'
import { navigate } from '#platform/pages/navigate.ts'
import { useTranslator, type Route } from '#platform/pages/page.tsx'

/** Reads the ID of the record from the address of its page. Throws a not-found error if the ID is invalid. */
export function readRecordId({ params }: Route): number {
  const id = Number(params['id'])
  if (!Number.isInteger(id) || id < 1) throw apiNotFound()
  return id
}

/** Gives a new record its own address once it has been saved. `path`: null before that. */
export function useAddedPath(path: string | null): void {
  const { language } = useTranslator()
  useEffect(() => {
    if (path !== null) navigate(path, language, 'replace')
  }, [path, language])
}
