import { Controller, Delete, Get, Module, Put, Req, UseGuards, type CanActivate } from '@nestjs/common'
import { NestFactory } from '@nestjs/core'

/* eslint-disable @typescript-eslint/no-extraneous-class -- Nest reads the decorators of classes, also of empty ones. */
const METHODS = { Delete, Get, Put } as const

export interface Route {
  readonly method: keyof typeof METHODS
  readonly path: string
  readonly guard: CanActivate
}

interface Given {
  /** Finds the user that the header `x-user` names. */
  readonly findUser: (name: string) => object | undefined
  /** The response to a request that passed its guard. */
  readonly answer: (request: object) => object
  readonly routes: readonly Route[]
}

/** A controller with one method for each route. Node strips types and has no decorators, so that functions apply them. */
function createController({ answer, routes }: Given) {
  class Routes {}
  for (const [index, { method, path, guard }] of routes.entries()) {
    const name = `answer${index}`
    const descriptor = { value: (request: object) => answer(request), configurable: true, writable: true }
    Object.defineProperty(Routes.prototype, name, descriptor)
    Req()(Routes.prototype, name, 0)
    UseGuards(guard)(Routes.prototype, name, descriptor)
    METHODS[method](path)(Routes.prototype, name, descriptor)
  }
  Controller()(Routes)
  return Routes
}

/** A server of Nest with these routes. */
export async function startNest(
  given: Given,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  class Application {}
  Module({ controllers: [createController(given)] })(Application)
  const app = await NestFactory.create(Application, { logger: false })
  app.use((request: { headers: Record<string, string>; user?: object }, _: unknown, next: () => void) => {
    Object.assign(request, { user: given.findUser(request.headers['x-user'] ?? '') })
    next()
  })
  await app.listen(0, '127.0.0.1')
  return { url: await app.getUrl(), close: () => app.close() }
}
