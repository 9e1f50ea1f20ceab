/** The objects of a response that cost as much as one request. */
export const COST_OF_A_REQUEST = 500

/** C9.3: the number of requests that a GraphQL request of this cost counts for, in addition to itself. */
export const computeRequestWeight = (cost: number): number => Math.floor(cost / COST_OF_A_REQUEST)
