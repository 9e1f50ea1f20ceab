import type { ContentModel, Context } from '@content-service/domain'
import type { RestOptions, RestService } from '@content-service/rest-handlers'
import { memoize } from './memoize.ts'

/** The REST interface, which the first request under /api loads: it is a fifth of the modules of a start. */
export interface RestInterface {
  readonly load: () => Promise<{ readonly answer: RestService; readonly needsBody: NeedsBody }>
  /** The template of the route at a path; null without a route, and before the interface is loaded. */
  readonly findTemplate: FindTemplate
}

/** C12.12: whether the response can depend on the body of the request. */
type NeedsBody = (request: { readonly method: string; readonly path: string }, context: Context) => boolean

export type FindTemplate = (path: string) => string | null

export const createRestInterface = (options: RestOptions, model: ContentModel): RestInterface => {
  let findTemplate: FindTemplate = () => null
  return {
    load: memoize(async () => {
      const { createRestHandler, createRoutes, findRouteTemplate, needsBody } =
        await import('@content-service/rest-handlers')
      findTemplate = (path) => findRouteTemplate(path, model)
      const answer = createRestHandler(options, createRoutes(model))
      const needs: NeedsBody = (request, context) => needsBody(request, context, model)
      return { answer, needsBody: needs }
    }),
    findTemplate: (path) => findTemplate(path),
  }
}
