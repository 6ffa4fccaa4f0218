FROM node:22-slim
RUN apt-get update && apt-get install -y --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /selvage
COPY . .
RUN npm run build && mkdir data && chown node data
USER node
# Reached from outside of the container. Without a database that is yours it therefore starts only when told by SEED
# whether to be the demo, whose passwords are published, or an empty house.
ENV HOST=0.0.0.0
EXPOSE 3000
VOLUME /selvage/data
# What `npm start` does, without npm between the signals and the server.
CMD ["node", "bin/prepare.mjs", "start"]
