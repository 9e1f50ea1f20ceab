import type { Request, Response } from 'express'

/** A browser asks for HTML first; a program that takes anything, or says nothing, gets `otherwise` (C12.1). */
export const prefersPage = (request: Request, response: Response, otherwise: string): boolean => {
  response.vary('Accept')
  return request.accepts([otherwise, 'text/html']) === 'text/html'
}
