# A Debian with Node.js 18 or newer and npm. deploy/container/build.sh builds on a local root file system instead.
ARG BASE=docker.io/library/node:22-slim
FROM ${BASE}
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /selvage
COPY . .
RUN npm run build && npm cache clean --force && mkdir data && chown 1000:1000 data
USER 1000:1000
# Other machines can connect, so without DATABASE_URL it starts only if SEED is set: to `demo`, whose passwords are
# public, or to `none`.
ENV HOST=0.0.0.0
EXPOSE 3000
VOLUME /selvage/data
# The process is healthy while it answers, even if its database does not.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# What `npm start` does, without npm between the signals and the server.
CMD ["node", "bin/prepare.mjs", "start"]
