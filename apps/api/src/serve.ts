import '@content-service/server/serve'
