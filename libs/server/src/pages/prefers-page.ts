import type { Request, Response } from 'express'

/** Whether the client prefers HTML. A program that accepts every type, or sends no Accept, gets `otherwise` (C12.1). */
export const prefersPage = (request: Request, response: Response, otherwise: string): boolean => {
  response.vary('Accept')
  return request.accepts([otherwise, 'text/html']) === 'text/html'
}
