import { useQueries, useQuery } from '@tanstack/react-query'
import type { Body, SearchHit } from '../api/client.ts'
import { findTypeByWord, type ContentModel, type ContentType } from '../api/model.ts'
import { searchAll, suggestRecords } from '../api/records.ts'
import { writeTitle } from '../fields/show-value.ts'
import type { Place } from './place.ts'
import { listUnsearched } from './unsearched.ts'

/** A search that finds so many records needs no other lists. */
const ENOUGH = 5
/** One letter is in most titles. */
const LEAST_LETTERS = 2

const toPlace = (type: ContentType, record: Body): Place => {
  const id = String(record.id)
  const label = writeTitle(record, type)
  return { key: `${type.path} ${id}`, label, about: type.label, path: type.path, id }
}

const toPlaces = (model: ContentModel, hits: readonly SearchHit[]): readonly Place[] =>
  hits.flatMap((hit) => {
    const type = findTypeByWord(model, hit.type)
    return type === undefined ? [] : [toPlace(type, hit)]
  })

/** The records with the words: of the search of the service and, if it finds few, of the lists that it leaves out. */
export const useFound = (model: ContentModel, words: string): readonly Place[] => {
  const search = useQuery({
    queryKey: ['search', words],
    queryFn: () => searchAll(words),
    enabled: words.trim() !== '',
  })
  const isEnough = search.data === undefined || search.data.length >= ENOUGH
  const types = listUnsearched(model)
  const lists = useQueries({
    queries: types.map((type) => ({
      queryKey: ['search', words, type.path],
      queryFn: () => suggestRecords(type, words),
      enabled: !isEnough && words.trim().length >= LEAST_LETTERS,
    })),
  })
  const listed = types.flatMap((type, place) => (lists[place]?.data ?? []).map((body) => toPlace(type, body)))
  return [...toPlaces(model, search.data ?? []), ...listed]
}
