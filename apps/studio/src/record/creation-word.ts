import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { messages } from '../language/language.ts'

const nameNote = (key: readonly string[]) => ['created', ...key]

/** Notes for the page of a new record that it was saved. */
export const noteCreation = (queries: QueryClient, key: readonly string[]): void =>
  void queries.setQueryData(nameNote(key), messages.saved)

/** Says once that the record was saved. Screen readers read a word that comes after the page: until then, `say` is null. */
export const useCreationWord = (key: readonly string[], say: ((word: string) => void) | null): void => {
  const queries = useQueryClient()
  useEffect(() => {
    const word = queries.getQueryData<string>(nameNote(key))
    if (word === undefined || say === null) return
    queries.removeQueries({ queryKey: nameNote(key) })
    say(word)
  })
}
