import type { ContentModel } from '@content-service/domain'
import type { RestOptions, RestService } from '@content-service/rest-handlers'
import { memoize } from './memoize.ts'

/**
 * The REST interface, which the first request under /api loads: it is a fifth of the modules of a start. In production, the
 * modules are there already.
 */
export interface RestInterface {
  readonly load: () => Promise<RestService>
  /** The template of the route at a path; null without a route, and before the interface is loaded. */
  readonly findTemplate: FindTemplate
}

export type FindTemplate = (path: string) => string | null

export const createRestInterface = (options: RestOptions, model: ContentModel): RestInterface => {
  let findTemplate: FindTemplate = () => null
  return {
    load: memoize(async () => {
      const { createRestHandler, createRoutes, findRouteTemplate } =
        await import('@content-service/rest-handlers')
      findTemplate = (path) => findRouteTemplate(path, model)
      return createRestHandler(options, createRoutes(model))
    }),
    findTemplate: (path) => findTemplate(path),
  }
}
