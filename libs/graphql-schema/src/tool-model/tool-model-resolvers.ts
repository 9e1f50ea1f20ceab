import { createToolModel, presentService } from '@content-service/domain/internal/tool-model'
import type { QueryResolvers } from '../contract/resolver-types.ts'

/** C17.9. */
export const toolModelQueries = {
  contentModel: (_parent, _arguments, { model, settings: { presentation } }) =>
    createToolModel(model, presentService(model, presentation)),
} satisfies Partial<QueryResolvers>
