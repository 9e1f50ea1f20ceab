import { useSuspenseQuery } from '@tanstack/react-query'
import { rest, take } from '../api/client.ts'
import type { ContentModel, Field } from '../api/model.ts'

/** C17.1: people move a record by its buttons, and not by its form. */
const showStates = (model: ContentModel): ContentModel => {
  const show = (field: Field): Field => (field.kind === 'state' ? { ...field, readOnly: true } : field)
  return { ...model, types: model.types.map((type) => ({ ...type, fields: type.fields.map(show) })) }
}

/** The model of the service, which one request of a visit reads. */
export const MODEL_QUERY = {
  queryKey: ['model'],
  queryFn: async () => showStates(await take(rest.get('/api/model'))),
  staleTime: Infinity,
} as const

export const useModel = (): ContentModel => useSuspenseQuery(MODEL_QUERY).data
