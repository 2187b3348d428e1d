# Readback in a container: built once, run as an ordinary user, its data in /data.
#   docker build -t readback .                              without a browser
#   docker build --build-arg CHROMIUM=yes -t readback .     with one, for pages that are empty until their scripts ran
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN node scripts/build-web.mjs && node scripts/keep-server-packages.mjs

FROM node:24-bookworm-slim
ARG CHROMIUM=no
RUN if [ "$CHROMIUM" = yes ]; then \
      apt-get update && apt-get install --yes --no-install-recommends chromium fonts-liberation && rm -rf /var/lib/apt/lists/*; \
    fi
WORKDIR /app
# The lock file too: the operator's shell (`npm run admin`, `export`, `import`) looks whether all is installed.
COPY --from=build --chown=root:root /app/package.json /app/package-lock.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
COPY --from=build --chown=root:root /app/manual ./manual
COPY --from=build --chown=root:root /app/scripts ./scripts
COPY --from=build --chown=root:root /app/src/server ./src/server
COPY --from=build --chown=root:root /app/src/shared ./src/shared
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The server itself is process 1, so that a stop reaches it and pages in hand finish.
CMD ["node", "--disable-warning=ExperimentalWarning", "src/server/main.ts"]
