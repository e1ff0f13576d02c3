"""The services: a use case loads, asks the domain, stores, tells."""
