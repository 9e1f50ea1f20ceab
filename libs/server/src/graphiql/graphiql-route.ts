import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Router, type RequestHandler } from 'express'
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

const createAssets = (script: string): Router => {
  const assets = Router()
  assets.get('/start.js', (_request, response) => void response.type('js').send(script))
  for (const [name, file] of Object.entries(FILES))
    assets.get(`/${name}`, (_request, response) => response.sendFile(file, { maxAge: '1h' }))
  return assets
}

/** GraphiQL at the same address as the endpoint (C1): `chooseInterface` knows which requests want the page. */
export const graphiqlRoute = ({ name, model }: Pick<Service, 'name' | 'model'>): Router => {
  const page = renderGraphiql(name)
  const showPage: RequestHandler = (_request, response) => {
    response.setHeader('content-security-policy', POLICY)
    response.type('html').send(page)
  }
  return Router()
    .use('/assets', createAssets(writeScript(listSampleQueries(model))))
    .get('/', showPage)
}
