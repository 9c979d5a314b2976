# The image of a server: web, jobs, desk and migrate are the same one with another command or ROLE (docs/DEPLOY.md).
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm ci --no-audit --no-fund && npm run package -- /hola

FROM node:24-bookworm-slim
ARG COMMIT=
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data COMMIT=$COMMIT
COPY --from=build --chown=root:root /hola /hola
RUN mkdir /data && chown node:node /data
WORKDIR /hola
USER node
VOLUME /data
EXPOSE 8080
# The root may be read-only: everything that is written goes to /data, and short-lived files to /tmp.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s CMD \
  ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8080) + '/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/src/main.ts"]
