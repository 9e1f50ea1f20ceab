import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

const nameNote = (key: readonly string[]) => ['created', ...key]

/** Notes for the page of a record that a form has just created it. */
export const noteCreation = (queries: QueryClient, key: readonly string[]): void =>
  void queries.setQueryData(nameNote(key), true)

/**
 * Tells the page of a new record once that a form has created it. Screen readers read a word that comes after the page: until
 * then, `tell` is null.
 */
export const useCreation = (key: readonly string[], tell: (() => void) | null): void => {
  const queries = useQueryClient()
  useEffect(() => {
    if (tell === null || queries.getQueryData(nameNote(key)) === undefined) return
    queries.removeQueries({ queryKey: nameNote(key) })
    tell()
  })
}
