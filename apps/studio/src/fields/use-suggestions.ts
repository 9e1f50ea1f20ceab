import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { ContentType } from '../api/model.ts'
import { mayCreate, suggestRecords } from '../api/records.ts'
import { messages } from '../language/language.ts'
import { writeTitle } from './show-value.ts'

/** A record that a link field offers, or the page that creates one. */
export interface Suggestion {
  readonly id: string
  readonly title: string
  /** The address of the page that creates a record. */
  readonly href?: string
}

interface SuggestionOptions {
  /** The field has or had the focus. */
  readonly isUsed: boolean
  /** Where nothing is found, the field leads to the page that creates a record. */
  readonly offersNew: boolean
}

const offerNew = ({ path, label }: ContentType): Suggestion => ({
  id: 'new',
  title: messages.create(label),
  href: `/studio/${path}/new`,
})

const writeNote = (type: ContentType, words: string): string =>
  words.trim() === '' ? messages.noneYet(type.labels) : messages.noneHasWords(type.label)

/** The records of a type whose titles contain what is typed; where there are none, a note and a way on. */
export const useSuggestions = (
  type: ContentType,
  typed: string,
  { isUsed, offersNew }: SuggestionOptions,
) => {
  const words = useDeferredValue(typed)
  const { data, refetch } = useQuery({
    queryKey: ['suggest', type.path, words],
    queryFn: () => suggestRecords(type, words),
    enabled: isUsed,
  })
  const isNone = data?.length === 0
  const { data: isOffered = false } = useQuery({
    queryKey: ['may create', type.path],
    queryFn: () => mayCreate(type),
    enabled: offersNew && isNone,
  })
  const found = (data ?? []).map((body) => ({ id: String(body.id), title: writeTitle(body, type) }))
  const items: readonly Suggestion[] = isNone && isOffered ? [offerNew(type)] : found
  return {
    items,
    /** What the list says while it has no record. */
    note: data === undefined ? messages.loading : writeNote(type, words),
    isNone,
    /** Somebody may have created a record in another tab. */
    renew: (): void => void (isNone && refetch()),
  }
}
