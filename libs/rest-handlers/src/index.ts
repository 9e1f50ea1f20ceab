export { createRestHandler, refusalResponse, type RestOptions, type RestService } from './rest-handler.ts'
export type { RestRequest, RestResponse } from './http.ts'
export { RestError } from './problem.ts'
