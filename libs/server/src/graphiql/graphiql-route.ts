import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { ContentModel } from '@content-service/domain'
import type { RequestHandler } from 'express'
import type { Service } from '../composition/compose.ts'
import { POLICY, renderGraphiql, writeScript } from './page.ts'
import { listSampleQueries } from './sample-queries.ts'

const require = createRequire(import.meta.url)
const findFolder = (name: string): string => dirname(require.resolve(`${name}/package.json`))

/** The files of GraphiQL. The page loads nothing from other origins. */
const FILES: Readonly<Record<string, string>> = {
  'react.js': join(findFolder('react'), 'umd', 'react.production.min.js'),
  'react-dom.js': join(findFolder('react-dom'), 'umd', 'react-dom.production.min.js'),
  'graphiql.js': join(findFolder('graphiql'), 'graphiql.min.js'),
  'graphiql.css': join(findFolder('graphiql'), 'graphiql.min.css'),
}

/** The files of GraphiQL, and the script that starts it with queries of the model. */
export const sendGraphiqlAsset = (model: ContentModel): RequestHandler => {
  const script = writeScript(listSampleQueries(model))
  return (request, response, next) => {
    const name = String(request.params['file'])
    if (name === 'start.js') return void response.type('js').send(script)
    const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined
    if (file === undefined) next()
    else response.sendFile(file, { maxAge: '1h' })
  }
}

/** GraphiQL at the same address as the endpoint (C1): `chooseInterface` knows which requests want the page. */
export const showGraphiql = ({ name }: Pick<Service, 'name'>): RequestHandler => {
  const page = renderGraphiql(name)
  return (_request, response) => {
    response.setHeader('content-security-policy', POLICY)
    response.type('html').send(page)
  }
}
