import type { EmbeddedService } from '@content-service/server'
import express, { type Express } from 'express'
import { articleRoutes } from './articles.ts'
import { commentRoutes } from './comments.ts'
import { answerErrors, Refusal } from './errors.ts'
import { type Routes, serve } from './http.ts'
import { profileRoutes } from './profiles.ts'
import { createUserRoutes } from './users.ts'

/** The Conduit API below /api. All other addresses are those of the service: GraphQL is at /graphql. */
export const createApp = (service: EmbeddedService, secret: string): Express => {
  const api = express.Router().use(express.json())
  const routes: Routes = {
    ...createUserRoutes(secret, service),
    ...profileRoutes,
    ...articleRoutes,
    ...commentRoutes,
  }
  for (const [address, route] of Object.entries(routes)) {
    const [method, path = ''] = address.split(' ') as ['get' | 'post' | 'put' | 'delete', string]
    api[method](path, serve(service, route))
  }
  api.use(() => {
    throw new Refusal(404, { address: ['not found'] })
  })
  return express().disable('x-powered-by').use('/api', api, answerErrors).use(service.listener)
}
