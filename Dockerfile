FROM node:22-slim
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /selvage
COPY . .
RUN npm run build && mkdir data && chown node data
USER node
# Other machines can connect, so without DATABASE_URL it starts only if SEED is set: to `demo`, whose passwords are
# public, or to `none`.
ENV HOST=0.0.0.0
EXPOSE 3000
VOLUME /selvage/data
# What `npm start` does, without npm between the signals and the server.
CMD ["node", "bin/prepare.mjs", "start"]
