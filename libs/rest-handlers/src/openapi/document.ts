import { builtInModel, type ContentModel } from '@content-service/domain'
import { presentService } from '@content-service/domain/internal/tool-model'
import { mountRoutes, SERVICE_PREFIX } from '../routing/prefix.ts'
import type { Route } from '../routing/route.ts'
import { createRoutes } from '../service/routes.ts'
import { shareSchemas, type JsonSchema } from './shared-schemas.ts'
import { listUsedHeaders, type Header } from './headers.ts'
import { INFO, introduction } from './introduction.ts'
import { createPathItem, type PathItem } from './operations.ts'
import { HEADER_PARAMETERS, type Parameter } from './parameters.ts'
import { REFUSALS, createRefusalResponse, type Response } from './refusals.ts'
import { createSecuritySchemes } from './security.ts'
import { listTags } from '../routing/tags.ts'

/** The part of OpenAPI 3.1 that this service uses. */
export interface OpenApiDocument {
  readonly openapi: string
  readonly info: typeof INFO & {
    readonly title: string
    readonly summary: string
    readonly description: string
  }
  readonly servers: readonly {
    readonly url: string
    readonly description: string
    readonly 'x-internal': boolean
  }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  /** The operations by path, whose variables are in braces. */
  readonly paths: Readonly<Record<string, PathItem>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, Response>>
    readonly parameters: Readonly<Record<string, Parameter>>
    readonly headers: Readonly<Record<string, Header>>
    readonly securitySchemes: Readonly<Record<string, object>>
  }
}

export interface Published {
  /** C15.20: the name of the service, and a sentence about it. */
  readonly name?: string
  readonly about?: string
  /** The address of the service, without a slash at its end. */
  readonly baseUrl: string
  /** The address of OAuth, if it is another one. */
  readonly authUrl?: string | undefined
  /** The content of the service; its own content if you give none. */
  readonly model?: ContentModel
  /** The path of the interface; `/api` without it. */
  readonly prefix?: string
}

/** `/api/users/:id` → `/api/users/{id}`. */
const createTemplate = ({ path }: Route): string => path.replaceAll(/:([a-z]+)/g, '{$1}')

/** Orders paths for readers: a resource comes before the paths below it. The server needs another order. */
const comparePaths = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1

const responses = Object.fromEntries(
  Object.values(REFUSALS).map((refusal) => [refusal.name, createRefusalResponse(refusal)]),
)

/** The `info` of the document, without the work for its paths. */
export const openApiInfo = (published: Published): OpenApiDocument['info'] => {
  const { baseUrl, model = builtInModel, prefix = SERVICE_PREFIX } = published
  const { name, about } = presentService(model, published)
  return { title: name, summary: about, ...INFO, description: introduction(baseUrl, prefix) }
}

/** The facts of a service that the document publishes. */
export const openApiDocument = (
  published: Published,
  routes: readonly Route[] = createRoutes(published.model ?? builtInModel),
): OpenApiDocument => {
  const { baseUrl, authUrl = baseUrl, model = builtInModel, prefix = SERVICE_PREFIX } = published
  const paths = Object.fromEntries(
    mountRoutes(routes, prefix)
      .map((route) => [createTemplate(route), createPathItem(route)] as const)
      .toSorted(comparePaths),
  )
  const { content, schemas } = shareSchemas({ paths, responses })
  return {
    openapi: '3.1.1',
    info: openApiInfo(published),
    servers: [{ url: baseUrl, description: 'This service.', 'x-internal': false }],
    tags: Object.entries(listTags(model)).map(([name, description]) => ({ name, description })),
    paths: content.paths,
    components: {
      schemas,
      responses: content.responses,
      parameters: HEADER_PARAMETERS,
      headers: listUsedHeaders(content),
      securitySchemes: createSecuritySchemes(model, authUrl),
    },
  }
}
