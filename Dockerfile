# Readback as a container image that runs as an unprivileged user and stores its data in /data.
#   docker build -t readback .                              without a browser
#   docker build --build-arg CHROMIUM=yes -t readback .     with Chromium, for pages that need JavaScript to render
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY . .
RUN node scripts/build-web.mjs && npm prune --omit=dev --omit=optional --no-audit

FROM node:24-bookworm-slim
ARG CHROMIUM=no
RUN if [ "$CHROMIUM" = yes ]; then \
      apt-get update && apt-get install --yes --no-install-recommends chromium fonts-liberation && rm -rf /var/lib/apt/lists/*; \
    fi
WORKDIR /app
# `npm run admin`, `export` and `import` need the lock file to check that all dependencies are installed.
COPY --from=build --chown=root:root /app/package.json /app/package-lock.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
COPY --from=build --chown=root:root /app/manual ./manual
COPY --from=build --chown=root:root /app/scripts ./scripts
COPY --from=build --chown=root:root /app/src/server ./src/server
COPY --from=build --chown=root:root /app/src/shared ./src/shared
RUN mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_MMAP_THRESHOLD_=1048576
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The server runs as PID 1, so that it receives SIGTERM and can finish pages in progress.
CMD ["node", "--disable-warning=ExperimentalWarning", "--max-semi-space-size=8", "src/server/main.ts"]
